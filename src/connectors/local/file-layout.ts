import type { FileLayout } from '../../model/container.ts'
import type { TextLayout } from './separated-text.ts'

/** A layout in the words of the container's settings; null for what is no text. */
export function shownLayout(format: FileLayout['format'], layout: TextLayout | null): FileLayout {
  return {
    format,
    encoding: layout?.encoding ?? null,
    delimiter: layout?.delimiter ?? null,
    quote_character: layout?.quote ?? null,
    escape_character: layout?.escape ?? null,
    comment: layout?.comment ?? null,
    skip_lines: layout?.linesBefore ?? null,
    has_header: layout?.hasHeader ?? null,
    line_end: layout?.lineEnd ?? null,
    records_path: null,
  }
}
