/** Where a server of Spark Connect listens, such as `sc://host:port`; undefined when there is none. */
export const sparkAddress = process.env['ASSAY_TEST_SPARK']

/** Why the tests of Spark are skipped; false when they run. */
export const sparkAbsence: string | false = sparkAddress
  ? false
  : 'ASSAY_TEST_SPARK is no address of a server of Spark Connect (sc://host:port); `npm run engines -- spark` installs and starts one and runs this'
