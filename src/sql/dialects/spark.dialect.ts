import { sparkFamily } from './spark-family.ts'

/** Spark 4, whose sessions turn off that paths of files stand for tables. */
export const spark = sparkFamily({ name: 'spark' })
