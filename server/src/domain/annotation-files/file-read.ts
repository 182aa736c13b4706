import type { NewAnnotation } from '../annotations/content.ts'

/** What a file says of a place; whether it can be kept is not known yet. */
export type FoundAnnotation = Omit<NewAnnotation, 'origin' | 'assignee_id'>

/** What a file has: of each thing in it what it says, or a sentence why it says nothing; or why it can't be read at all. */
export type FileRead =
  | { what: 'feature' | 'region'; found: (FoundAnnotation | string)[] }
  | { refusal: string }
