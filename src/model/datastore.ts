/** `jdbc` stores hold tables, `dfs` stores hold files, `native` is kept for stores with an API of their own. */
export const storeTypes = ['jdbc', 'dfs', 'native'] as const
export type StoreType = (typeof storeTypes)[number]

/** What a scan does with failing rows of its containers in the enrichment datastore. */
export const remediationStrategies = ['none', 'append', 'overwrite'] as const
export type RemediationStrategy = (typeof remediationStrategies)[number]
