import { fieldOrderRule } from './field-order.ts'

/** Every value is greater than that of another field in the same row. */
export default fieldOrderRule('greater', { type: 'greaterThanField', title: 'Greater Than Field' })
