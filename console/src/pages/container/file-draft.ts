import type { Container, ContainerChange, DecimalSeparator } from '../../api/api.generated.ts'

/** Something that is said to be so or not; empty: it is as without saying. */
export type Said = '' | 'yes' | 'no'

/** How files are written, as people say it; empty text: nothing is said. */
export interface FileDraft {
  header: Said
  /** A tab is written as `\t`. */
  delimiter: string
  quote: string
  /** Nothing is quoted, whatever `quote` says. */
  isUnquoted: boolean
  escape: string
  encoding: string
  /** A line for each. */
  nullTokens: string
  comment: string
  skippedLines: string
  decimal: DecimalSeparator | ''
  dateFormat: string
  recordsPath: string
  emptyIsNull: Said
  infersTypes: Said
}

/** Nothing is said. */
export const usualFile: FileDraft = {
  header: '',
  delimiter: '',
  quote: '',
  isUnquoted: false,
  escape: '',
  encoding: '',
  nullTokens: '',
  comment: '',
  skippedLines: '',
  decimal: '',
  dateFormat: '',
  recordsPath: '',
  emptyIsNull: '',
  infersTypes: '',
}

/** What is said of the files of a container. */
export function fileDraft(container: Container): FileDraft {
  return {
    header: said(container.has_header),
    delimiter: shownCharacter(container.delimiter),
    quote: shownCharacter(container.quote_character),
    isUnquoted: container.quote_character === '',
    escape: shownCharacter(container.escape_character),
    encoding: container.encoding ?? '',
    nullTokens: (container.null_tokens ?? []).join('\n'),
    comment: shownCharacter(container.comment),
    skippedLines: String(container.skip_lines ?? ''),
    decimal: container.decimal_separator ?? '',
    dateFormat: container.date_format ?? '',
    recordsPath: container.records_path ?? '',
    emptyIsNull: said(container.treat_empty_as_null),
    infersTypes: said(container.infer_datatypes),
  }
}

/** The members of a change that says all of it; null: nothing is said. */
export function fileMembers(draft: FileDraft): ContainerChange {
  const tokens = draft.nullTokens.split('\n').filter((token) => token !== '')
  return {
    has_header: isSo(draft.header),
    delimiter: character(draft.delimiter),
    quote_character: draft.isUnquoted ? '' : character(draft.quote),
    escape_character: character(draft.escape),
    encoding: draft.encoding.trim() || null,
    null_tokens: tokens.length === 0 ? null : tokens,
    comment: character(draft.comment),
    skip_lines: draft.skippedLines === '' ? null : Number(draft.skippedLines),
    decimal_separator: draft.decimal || null,
    date_format: draft.dateFormat.trim() || null,
    records_path: draft.recordsPath.trim() || null,
    treat_empty_as_null: isSo(draft.emptyIsNull),
    infer_datatypes: isSo(draft.infersTypes),
  }
}

const said = (value: boolean | null | undefined): Said => (value == null ? '' : value ? 'yes' : 'no')

const isSo = (value: Said): boolean | null => (value === '' ? null : value === 'yes')

/** A character as it can be typed; empty for none. */
export const shownCharacter = (value: string | null | undefined): string =>
  value === '\t' ? String.raw`\t` : (value ?? '')

const character = (written: string): string | null =>
  written === '' ? null : written === String.raw`\t` ? '\t' : written
