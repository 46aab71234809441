import type { Dialect } from './dialect.ts'

/** The name of the relation of a select that reads another one. */
export const relationName = 'rows_of'

/** A printed relation in brackets under a name. */
export const namedRelation = (printed: string, name: string, dialect: Dialect): string =>
  `(${printed}) ${dialect.bareRelationNames ? '' : 'as '}${name}`
