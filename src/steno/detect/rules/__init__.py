"""The detectors of secrets with a known form: a file for each provider, or for each place where secrets are kept."""
