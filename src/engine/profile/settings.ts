/** The settings of a profile that bear on what is measured. */
export interface ProfileSettings {
  /** Least size of a correlation that is kept, from 0 to 1. */
  high_correlation_threshold: number
  /** Most values of a field that have a bucket of their own. */
  histogram_max_distinct_values: number
  /** True when the source says of what type its fields are, rather than the values. */
  types_are_declared: boolean
}
