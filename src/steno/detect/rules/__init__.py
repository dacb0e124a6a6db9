"""The detectors of secrets that tell themselves: a file for each provider, or for each place that secrets stand in."""
