import { expression, row, unique, type BenchCheck } from './bench-check.ts'

const email = String.raw`^[a-z0-9.]+@[a-z0-9.]+\.[a-z]+$`
const code = '^ORD-[0-9]{10}$'
/** What a phone looks like. */
export const phone = String.raw`^\+[0-9]{2} [0-9]{3} [0-9]{7}$`
const notMatching = (field: string, pattern: string) => `not regexp_matches(${field}, '${pattern}')`
const listed = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ')
/** Those that are served. */
export const countries = ['DE', 'FR', 'IT', 'ES', 'PL', 'NL', 'AT', 'SE', 'DK', 'PT']
/** Those that are known. */
export const states = ['open', 'paid', 'sent', 'done', 'returned']
/** What small orders meet. */
export const affordable = 'quantity > 2 or price * quantity < 1999'

/** Fifty checks on the rows of the orders in `orders.ts`: of each kind some pass, some fail for a few rows, some for many. */
export const orderRowChecks: readonly BenchCheck[] = [
  row('id is there', 'notNull', 'id', 'id is null'),
  row('id is not negative', 'notNegative', 'id', 'id < 0'),
  row('id is in range', 'maxValue', 'id', 'id > 2000000000', { value: 2_000_000_000 }),
  row('code is there', 'notNull', 'order_code', 'order_code is null'),
  row('code looks like one', 'matchesPattern', 'order_code', notMatching('order_code', code), {
    pattern: code,
  }),
  row('code is long enough', 'minLength', 'order_code', 'length(order_code) < 14', { value: 14 }),
  row('code is not too long', 'maxLength', 'order_code', 'length(order_code) > 14', { value: 14 }),
  row('customer is there', 'notNull', 'customer_id', 'customer_id is null'),
  row('customer is known by number', 'between', 'customer_id', 'customer_id < 0 or customer_id > 399998', {
    min: 0,
    max: 399_998,
  }),
  row('email is there', 'notNull', 'email', 'email is null'),
  row('email is not empty', 'notEmpty', 'email', "email = ''"),
  row('email looks like one', 'matchesPattern', 'email', notMatching('email', email), { pattern: email }),
  row('email is short', 'maxLength', 'email', 'length(email) > 64', { value: 64 }),
  row('country is there', 'notNull', 'country', 'country is null'),
  row('country is served', 'expectedValues', 'country', `country not in (${listed(countries)})`, {
    list: countries,
  }),
  row('country has two letters', 'maxLength', 'country', 'length(country) > 2', { value: 2 }),
  row('city is there', 'notNull', 'city', 'city is null'),
  row('city has a district', 'matchesPattern', 'city', notMatching('city', ' [0-9]+$'), {
    pattern: ' [0-9]+$',
  }),
  row('city is not too short', 'minLength', 'city', 'length(city) < 6', { value: 6 }),
  row('status is there', 'notNull', 'status', 'status is null'),
  row('status is known', 'expectedValues', 'status', `status not in (${listed(states)})`, { list: states }),
  row('quantity is there', 'notNull', 'quantity', 'quantity is null'),
  row('quantity is positive', 'positive', 'quantity', 'quantity <= 0'),
  row('quantity fits a parcel', 'between', 'quantity', 'quantity < 1 or quantity > 60', { min: 1, max: 60 }),
  row(
    'returned orders were small',
    'maxValue',
    'quantity',
    'quantity > 55',
    { value: 55 },
    "status = 'returned'",
  ),
  row('price is there', 'notNull', 'price', 'price is null'),
  row('price is positive', 'positive', 'price', 'price <= 0'),
  row('price is bearable', 'maxValue', 'price', 'price > 999.99', { value: 999.99 }),
  row('discount is a share', 'between', 'discount', 'discount < 0 or discount > 1', { min: 0, max: 1 }),
  row('discount is below a half', 'lessThan', 'discount', 'discount >= 0.5', { value: 0.5 }),
  row('tax is not negative', 'notNegative', 'tax', 'tax < 0'),
  row('tax is below the limit', 'maxValue', 'tax', 'tax > 99.999', { value: 99.999 }),
  row('total is not negative', 'notNegative', 'total', 'total < 0'),
  row('total is below the limit', 'maxValue', 'total', 'total > 200000', { value: 200_000 }),
  row('weight is there', 'notNull', 'weight_kg', 'weight_kg is null'),
  row('weight is liftable', 'maxValue', 'weight_kg', 'weight_kg > 30', { value: 30 }),
  row('gifts are light', 'maxValue', 'weight_kg', 'weight_kg > 29.99', { value: 29.99 }, 'is_gift'),
  row('gift is said', 'notNull', 'is_gift', 'is_gift is null'),
  row('day of the order is there', 'notNull', 'ordered_on', 'ordered_on is null'),
  row('the shop was open', 'afterDateTime', 'ordered_on', "ordered_on <= date '2023-12-31'", {
    datetime: '2023-12-31T00:00:00Z',
  }),
  row('the order is not from the future', 'beforeDateTime', 'ordered_on', "ordered_on >= date '2026-01-01'", {
    datetime: '2026-01-01T00:00:00Z',
  }),
  row('shipped after the opening', 'afterDateTime', 'shipped_on', "shipped_on <= date '2023-12-31'", {
    datetime: '2023-12-31T00:00:00Z',
  }),
  expression('shipped not before the order', 'shipped_on >= ordered_on'),
  row('creation is there', 'notNull', 'created_at', 'created_at is null'),
  row('created after the opening', 'afterDateTime', 'created_at', "created_at <= timestamp '2023-12-31'", {
    datetime: '2023-12-31T00:00:00Z',
  }),
  row('updated before now', 'beforeDateTime', 'updated_at', "updated_at >= timestamp '2026-01-01'", {
    datetime: '2026-01-01T00:00:00Z',
  }),
  expression('updated not before creation', 'updated_at >= created_at'),
  row('phone looks like one', 'matchesPattern', 'phone', notMatching('phone', phone), { pattern: phone }),
  row('note holds no markup', 'maxLength', 'note', 'length(note) > 25', { value: 25 }),
  expression('small orders cost little', affordable),
]

/** From all values distinct to nearly none, with one field and several. */
export const orderUniqueChecks: readonly BenchCheck[] = [
  unique('id is unique', 'id'),
  unique('code is unique', 'order_code'),
  unique('email is unique', 'email'),
  unique('a customer does one thing at a time', 'customer_id', 'created_at'),
  unique('a phone moves once', 'phone', 'updated_at', 'city'),
]
