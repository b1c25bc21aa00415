#!/bin/sh
# Runs Python with the modules that a purpose needs, and sets up what is missing.
#
# usage: sh .python.sh run|web|foxglove|test|lint [ARGUMENTS OF PYTHON...]      (none: only sets up)
#
# It takes the first Python that can import the modules: ours, which is in the folder VENV, or that
# of the system. PYTHON is the path of the latter, or a command with arguments. What it sets up can
# serve WebSocket clients too; where the modules are there, it adds nothing.

CHECK='
import sys
if sys.version_info < (3, 10):
    print("Python " + sys.version.split()[0])
else:
    from importlib.util import find_spec
    print("incomplete" if None in map(find_spec, sys.argv[1].split()) else "ready")
'

case $1 in
    run) modules="numpy" package=".[web]" ;;
    web) modules="numpy cbor2 websockets.sync" package=".[web]" ;;
    foxglove) modules="numpy cbor2 rosbags websockets.sync" package=".[foxglove]" ;;
    test) modules="numpy pytest pytest_timeout" package=".[web,test]" ;;
    lint) modules="numpy ruff mypy" package=".[web,lint]" ;;
esac
names=${modules%.sync}  # websockets has this part since version 11
shift
arguments=$#
ours=$VENV/bin/python
set -f  # a word of $PYTHON is never a pattern of file names
command -v "$PYTHON" >/dev/null 2>&1 && IFS=  # a path is one word, even if it has blanks

say() {
    echo "$*" >&2
}

fail() {
    say "$*"
    exit 1
}

# Prints what the Python "$2" "$3"... is: ready if it is new enough and can import the modules $1.
state_of() {
    wanted=$1
    shift
    "$@" -c "$CHECK" "$wanted" 2>/dev/null
}

make_ours() {
    found=$(state_of pip $PYTHON)
    case $found in
        ready | incomplete) ;;
        Python*) fail "Python 3.10 or newer is needed, and PYTHON=$PYTHON is $found" ;;
        *) fail "Python 3.10 or newer is needed, and PYTHON=$PYTHON is not a Python" ;;
    esac
    say "setting up $VENV: a virtual environment"
    $PYTHON -m venv --clear "$VENV" >&2 2>/dev/null ||
        fail "$VENV could not be made: install $names for $PYTHON, or name a folder with VENV=..."
}

set_up() {
    [ "$(state_of pip "$ours")" = ready ] || make_ours
    say "setting up $VENV: $names (about half a minute, once)"
    "$ours" -m pip install --quiet --editable "$package" ||
        fail "pip could not install $names: is there a network?"
}

if [ "$(state_of "$modules" "$ours")" = ready ]; then
    set -- "$ours" "$@"
elif [ "$(state_of "$modules" $PYTHON)" = ready ]; then
    set -- $PYTHON "$@"
else
    set_up
    set -- "$ours" "$@"
fi
[ "$arguments" -eq 0 ] || exec "$@"
