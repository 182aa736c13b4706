import { counted } from './counted.ts'

/** What the place of something in the queue means to who waits for it. */
export const placeSentence = (before: number): string =>
  before === 0
    ? 'It is the next to be run.'
    : `${counted(before, 'job')} ${before === 1 ? 'goes' : 'go'} before it.`
