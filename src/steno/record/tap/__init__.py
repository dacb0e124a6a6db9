"""The MCP tap: stands between an MCP client and its server, passes every byte on and records the calls."""
