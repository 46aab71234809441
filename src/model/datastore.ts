/** `jdbc` stores hold tables, `dfs` stores hold files, `native` is kept for stores with an API of their own. */
export const storeTypes = ['jdbc', 'dfs', 'native'] as const
export type StoreType = (typeof storeTypes)[number]

/** The treatment of failing rows of a scan's containers in the enrichment datastore. */
export const remediationStrategies = ['none', 'append', 'overwrite'] as const
export type RemediationStrategy = (typeof remediationStrategies)[number]

/** Files that a person makes one container. */
export interface FilePattern {
  /** The container's name; null: the pattern itself. */
  name: string | null
  /** Path below the root: `*` is any text within a name, `**` any text, `?` one character. */
  pattern: string
}

/** Where an engine that evaluates the files of a datastore sees them, and where it declares them. */
export interface ComputePlace {
  /** With the schema, where the engine needs them: what holds nothing but the tables that are declared while files are evaluated. */
  catalog: string | null
  schema: string | null
  /** The datastore's root as the engine names it, such as `s3://lake/orders`. */
  location: string
}
