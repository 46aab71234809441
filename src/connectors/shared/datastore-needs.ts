import { ServiceError } from '../../kernel/errors.ts'

/** The refusal of a datastore that names less than its kind of source needs; `what` is such as "a catalog, in `database`". */
export const datastoreNeeds = (what: string): ServiceError =>
  new ServiceError('invalid', `A datastore on this connection needs ${what}.`)
