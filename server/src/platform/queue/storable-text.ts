/** PostgreSQL can't keep the character 0, and what a file says of itself may hold it. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '')
}
