import { foldText } from '../../platform/text.ts'

/** The name folded for search and order. */
export function slideKeys(name: string) {
  return { searchKey: foldText(name) }
}
