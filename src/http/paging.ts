import { Type, type TSchema } from 'typebox'

/** Query members of every paginated list. */
export const pageQuery = {
  page: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1, default: 1, description: 'Which page, from 1' }),
  size: Type.Integer({ minimum: 1, maximum: 1000, default: 50, description: 'How many things a page has' }),
}

/** The envelope of a paginated list; `title` is its name in the API document, such as `AnomalyPage`. */
export const pageOf = <Schema extends TSchema>(title: string, item: Schema) =>
  Type.Object(
    {
      items: Type.Array(item, { description: 'What is on this page, in the order of the list' }),
      total: Type.Integer({ description: 'How many there are on all pages' }),
      page: Type.Integer({ description: 'Which page this is, from 1' }),
      size: Type.Integer({ description: 'How many things a full page has' }),
      pages: Type.Integer({ description: 'How many pages there are' }),
    },
    { title, description: 'One page of a list' },
  )
