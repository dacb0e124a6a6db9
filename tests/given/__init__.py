"""What tests begin with: machines, sessions, repositories, odd bytes.  Nothing here is a test."""
