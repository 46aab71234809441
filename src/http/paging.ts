import { Type, type TSchema } from 'typebox'

/** Query members of every paginated list. */
export const pageQuery = {
  page: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1, default: 1 }),
  size: Type.Integer({ minimum: 1, maximum: 1000, default: 50 }),
}

/** The envelope of a paginated list. */
export const pageOf = <Schema extends TSchema>(item: Schema) =>
  Type.Object({
    items: Type.Array(item),
    total: Type.Integer(),
    page: Type.Integer(),
    size: Type.Integer(),
    pages: Type.Integer(),
  })
