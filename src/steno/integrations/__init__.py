"""Records what other libraries do; each module needs the library it is named after."""
