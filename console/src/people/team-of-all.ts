/** The name of the team that every user is in; it keeps its name, and cannot be deleted. */
export const teamOfAll = 'Public'
