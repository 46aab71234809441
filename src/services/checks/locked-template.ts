/** Why what a check tests cannot be changed by itself, as one sentence. */
export const followsLocked = (checkId: number, templateId: number): string =>
  `Check ${checkId} follows the locked template ${templateId}; change the template, or unlock it.`
