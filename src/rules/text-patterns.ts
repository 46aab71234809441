const leap = '(0[48]|[2468][048]|[13579][26])'
const year = '([0-9]{3}[1-9]|[0-9]{2}[1-9][0-9]|[0-9][1-9][0-9]{2}|[1-9][0-9]{3})'
/** A day that exists, as YYYY-MM-DD, in the part of the regular expression language that all engines share. */
export const dayPattern =
  `(${year}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))` +
  `|([0-9]{2}${leap}|${leap}00)-02-29)`
/** A time of day with or without seconds and a fraction. */
export const timePattern = '([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?'

/** Text that holds a number of digits by this pattern. What a hyphen joins to it belongs to it; beyond a blank another number may be. */
export const holdingNumber = (number: string): string =>
  `(^|[^0-9-]|(^|[^0-9])-)(${number})($|[^0-9-]|-($|[^0-9]))`
