import { errorCode, isDiskFull } from '../file-error.ts'
import { JobFailure } from './job-handler.ts'

/** There is no room on a disk: the job waits, however long that takes, and loses none of its attempts. */
export class NoRoom extends JobFailure {
  constructor(
    sentence = 'The disk of the server is almost full. It continues automatically once there is space.',
    options: ErrorOptions = {},
  ) {
    super(sentence, { ...options, retry: true })
  }
}

/** What failed, itself or by its cause, for want of room in storage or where it worked; undefined where it didn't. */
export function asNoRoom(error: unknown): NoRoom | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof NoRoom) return each
    if (isDiskFull(each) || errorCode(each) === 'storage_full') return new NoRoom(undefined, { cause: error })
  }
  return undefined
}
