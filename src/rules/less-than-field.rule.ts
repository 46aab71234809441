import { fieldOrderRule } from './field-order.ts'

/** Every value is less than that of another field in the same row. */
export default fieldOrderRule('less', { type: 'lessThanField', title: 'Less Than Field' })
