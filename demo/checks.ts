/** A quality check to be: which container, and what its API takes. */
export interface DemoCheck {
  container: string
  rule: string
  description: string
  fields: string[]
  properties?: Record<string, unknown>
  filter?: string
  coverage?: number
}

/** Checks over the files. What they find is in the published data, nothing was planted. */
export const fileChecks: readonly DemoCheck[] = [
  {
    container: 'flights-3m.parquet',
    rule: 'minPartitionSize',
    description: 'The half-year has three million flights',
    fields: [],
    properties: { value: 3_000_000 },
  },
  {
    container: 'flights-3m.parquet',
    rule: 'minValue',
    description: 'No flight is more than two hours early',
    fields: ['delay'],
    properties: { value: -120 },
  },
  {
    container: 'flights-3m.parquet',
    rule: 'maxValue',
    description: 'No flight is more than a day late',
    fields: ['delay'],
    properties: { value: 1440 },
  },
  {
    container: 'flights-3m.parquet',
    rule: 'positive',
    description: 'Every flight covers a distance',
    fields: ['distance'],
  },
  {
    container: 'flights-3m.parquet',
    rule: 'matchesPattern',
    description: 'The origin is a code of three letters',
    fields: ['origin'],
    properties: { pattern: '^[A-Z]{3}$' },
  },
  {
    container: 'flights-3m.parquet',
    rule: 'satisfiesExpression',
    description: 'No flight ends where it began',
    fields: ['origin', 'destination'],
    properties: { expression: 'origin <> destination' },
  },
  {
    container: 'flights-3m.parquet',
    rule: 'beforeDateTime',
    description: 'Flights are of the first half of 2001',
    fields: ['date'],
    properties: { datetime: '2001-07-01T00:00:00Z' },
  },
  {
    container: 'movies.json',
    rule: 'notNull',
    description: 'Every film has a title',
    fields: ['Title'],
  },
  {
    container: 'movies.json',
    rule: 'unique',
    description: 'No title occurs twice',
    fields: ['Title'],
  },
  {
    container: 'movies.json',
    rule: 'matchesPattern',
    description: 'A title is more than a number',
    fields: ['Title'],
    properties: { pattern: '[^0-9]' },
  },
  {
    container: 'movies.json',
    rule: 'notNull',
    description: 'The director of 60 % is known',
    fields: ['Director'],
    coverage: 0.6,
  },
  {
    container: 'movies.json',
    rule: 'between',
    description: 'Ratings are from 1 to 10',
    fields: ['IMDB Rating'],
    properties: { min: 1, max: 10 },
  },
  {
    container: 'movies.json',
    rule: 'greaterThanField',
    description: 'The world pays no less than the USA',
    fields: ['Worldwide Gross'],
    properties: { field_name: 'US Gross', inclusive: true },
  },
  {
    container: 'airports.csv',
    rule: 'unique',
    description: 'No code occurs twice',
    fields: ['iata'],
  },
  {
    container: 'airports.csv',
    rule: 'matchesPattern',
    description: 'Codes have three characters',
    fields: ['iata'],
    properties: { pattern: '^[A-Z0-9]{3}$' },
  },
  {
    container: 'airports.csv',
    rule: 'positive',
    description: 'Guam and the Marianas are in the east',
    fields: ['longitude'],
    filter: "state in ('GU', 'CQ')",
  },
  {
    container: 'zipcodes.csv',
    rule: 'matchesPattern',
    description: 'ZIP codes have five digits',
    fields: ['zip_code'],
    properties: { pattern: '^[0-9]{5}$' },
  },
  {
    container: 'zipcodes.csv',
    rule: 'unique',
    description: 'No ZIP code occurs twice',
    fields: ['zip_code'],
  },
  {
    container: 'zipcodes.csv',
    rule: 'between',
    description: 'Places are from Samoa to Alaska',
    fields: ['latitude'],
    properties: { min: -15, max: 72 },
  },
  {
    container: 'birdstrikes.csv',
    rule: 'notNull',
    description: 'The speed of 70 % is known',
    fields: ['Speed IAS in knots'],
    coverage: 0.7,
  },
  {
    container: 'birdstrikes.csv',
    rule: 'notNegative',
    description: 'Repairs do not earn money',
    fields: ['Cost Repair'],
  },
  {
    container: 'birdstrikes.csv',
    rule: 'satisfiesExpression',
    description: 'Without damage there is no cost',
    fields: ['Cost Total $'],
    properties: { expression: '"Cost Total $" = 0' },
    filter: `"Effect Amount of damage" = 'None'`,
  },
  {
    container: 'weather.csv',
    rule: 'expectedSchema',
    description: 'The fields are those agreed on',
    fields: [],
    properties: {
      list: ['location', 'date', 'precipitation', 'temp_max', 'temp_min', 'wind', 'weather'],
      allow_other_fields: false,
    },
  },
  {
    container: 'weather.csv',
    rule: 'greaterThanField',
    description: 'The maximum is not below the minimum',
    fields: ['temp_max'],
    properties: { field_name: 'temp_min', inclusive: true },
  },
  {
    container: 'weather.csv',
    rule: 'maxValue',
    description: 'It snows at 5 degrees at most',
    fields: ['temp_min'],
    properties: { value: 5 },
    filter: "weather = 'snow'",
  },
  {
    // The file has no row of Boston: neither passed nor failed.
    container: 'weather.csv',
    rule: 'notNull',
    description: 'Boston reports its temperature',
    fields: ['temp_max'],
    filter: "location = 'Boston'",
  },
  {
    container: 'penguins.json',
    rule: 'expectedValues',
    description: 'Sex is male or female',
    fields: ['Sex'],
    properties: { list: ['MALE', 'FEMALE'] },
  },
]

/** Checks over the tables of the demo's database; the same data where a type is known. */
export const databaseChecks: readonly DemoCheck[] = [
  {
    container: 'movies',
    rule: 'beforeDateTime',
    description: 'Films were released before 2012',
    fields: ['release_date'],
    properties: { datetime: '2012-01-01T00:00:00Z' },
  },
  {
    container: 'movies',
    rule: 'greaterThanField',
    description: 'The world pays no less than the USA',
    fields: ['worldwide_gross'],
    properties: { field_name: 'us_gross', inclusive: true },
  },
  {
    container: 'airports',
    rule: 'notNull',
    description: 'Every airport has code and place',
    fields: ['iata', 'latitude', 'longitude'],
  },
  {
    container: 'flights',
    rule: 'unique',
    description: 'No flight is listed twice',
    fields: ['departure', 'origin', 'destination'],
  },
  {
    container: 'flights',
    rule: 'satisfiesExpression',
    description: 'Every origin is a known airport',
    fields: ['origin'],
    properties: { expression: 'origin in (select iata from airports)' },
  },
  {
    container: 'flights',
    rule: 'sum',
    description: 'Distances add up to the known total',
    fields: ['distance'],
    properties: { value: 14_476_934 },
  },
  {
    container: 'weather',
    rule: 'unique',
    description: 'One row a place and day',
    fields: ['location', 'day'],
  },
  {
    container: 'weather',
    rule: 'expectedValues',
    description: 'The weather is one of five kinds',
    fields: ['weather'],
    properties: { list: ['drizzle', 'rain', 'snow', 'sun', 'fog'] },
  },
]
