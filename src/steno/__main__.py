"""`python -m steno` is the command `steno`."""

import sys

from steno.cli import main

sys.exit(main())
