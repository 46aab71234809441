/** Shown in a record instead of a value that the reader may not see. */
export const maskedValue = '***MASKED***'

/** Stands in a message instead of a masked field's value. */
export const maskedInMessage = '<masked>'
