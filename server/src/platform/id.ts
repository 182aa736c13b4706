export { newId } from '@cresyl/contract/api/new-id'

/** Whether a text is an id as the database writes it. */
export const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
