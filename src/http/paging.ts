import { Type, type TSchema } from 'typebox'
import { Id } from '../model/wire.ts'

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

/** Path parameters of a single thing. */
export const idPath = Type.Object({ id: Id })

/** Path parameters of an anomaly, which goes by its id or its uuid. */
export const anomalyPath = Type.Object({
  id: Type.String({
    pattern: '^([0-9]{1,15}|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$',
    description: 'Its id or its UUID',
  }),
})
