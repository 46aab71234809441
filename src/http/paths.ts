import { Type } from 'typebox'
import { described, Id } from '../model/wire.ts'

/** Path parameters of a single thing. */
export const idPath = Type.Object({ id: described(Id, 'Unique among its kind') })

/** Path parameters of an anomaly, which goes by its id or its uuid. */
export const anomalyPath = Type.Object({
  id: Type.String({
    pattern: '^([0-9]{1,15}|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$',
    description: 'Its id or its UUID',
  }),
})
