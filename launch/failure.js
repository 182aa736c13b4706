/** A fault the person at the terminal can act on: shown as its sentence, without a stack. */
export class LaunchFailure extends Error {}

/** A signal arrived while a step was running; the step's process has already been stopped. */
export class Interrupted extends Error {
  /** @param {NodeJS.Signals} signal */
  constructor(signal) {
    super(`interrupted by ${signal}`)
    this.signal = signal
  }
}

const fileFaults = [
  {
    codes: ['ENOSPC', 'EDQUOT'],
    why: 'the disk is full',
    advice: 'Free about 1 GB there and run the command again.',
  },
  {
    codes: ['EACCES', 'EPERM'],
    why: 'this user has no right to do so',
    advice: 'Run the command as the user who owns this folder, or give this user the right to write in it.',
  },
  {
    codes: ['EROFS'],
    why: 'the file system is read-only',
    advice: 'Use a copy of the repository on a disk that can be written to.',
  },
]

/**
 * The sentence for an error of the file system; undefined when it is none of the known ones.
 * @param {unknown} error
 */
export function explainFileError(error) {
  const { code, path } = /** @type {NodeJS.ErrnoException} */ (error)
  const fault = fileFaults.find((known) => code !== undefined && known.codes.includes(code))
  return fault && `${path ?? 'A file'} could not be written, because ${fault.why}. ${fault.advice}`
}
