"""What gunicorn loads in each worker."""

import os

from service.app import create_app
from service.settings import Settings

app = create_app(Settings.from_environ(os.environ))
