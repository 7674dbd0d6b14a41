"""What is held open: streams of events and long polls, all of a worker's in one thread.

The stored log is the truth: a change published in Redis only wakes, and what is told is then read. So nothing is
told twice or left out, whatever is lost on the way, and a reader who is slow is simply told later.
"""
