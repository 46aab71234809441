import type { WrittenType } from '../writer.ts'

/** A store's own words for the types of written columns. */
export type TypeWords = Record<Exclude<WrittenType, object>, string>

/** The store's word for the type; decimals have the same in all. */
export const typeWord = (words: TypeWords, type: WrittenType): string =>
  typeof type === 'string' ? words[type] : `decimal(${type.digits},${type.scale})`
