import type { MessagePart } from '../model/message-template.ts'

/** A text as PostgreSQL can keep it, which takes neither NUL nor half characters; texts of sources may have both. */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** The same of the texts in the template of a message. */
export const storableTemplate = (template: readonly MessagePart[]): MessagePart[] =>
  template.map((part) => (typeof part === 'string' ? storableText(part) : part))
