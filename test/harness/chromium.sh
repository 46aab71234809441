#!/bin/sh
# Starts the Chromium of ASSAY_TEST_CHROMIUM without the pages of its own that it loads into every window for what is typed into its address line: nobody
# sees them, and they took half of the processor time of an empty page. They are added to what Playwright turns off, as only the last such list counts.
for argument in "$@"; do
  case $argument in
    --disable-features=*) argument="$argument,WebUIOmniboxPopup,WebUIOmniboxAimPopup" ;;
  esac
  set -- "$@" "$argument"
  shift
done
exec "$ASSAY_TEST_CHROMIUM" "$@"
