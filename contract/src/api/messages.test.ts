import { expect, test } from 'vitest'
import { messages } from './messages.ts'

test('the default', () => {
  expect(messages.somethingWentWrong).toBe('Something went wrong, Please try again!')
})

test('each step of a QC override reports its own failure with what the server said', () => {
  const { updateFailed, createFailed, stateFailed } = messages.qcOverride
  expect(updateFailed('gone')).toBe('Failed to update QC job status. Server message: gone')
  expect(createFailed('gone')).toBe('Failed to create inference job. Server message: gone')
  expect(stateFailed('gone')).toBe('Failed to update inference job state. Server message: gone')
})

test('uploads', () => {
  const { validationFailed, chunksFailed, cleanupFailed, ...sentences } = messages.upload
  expect(sentences).toEqual({
    signedUrlFailed: 'Failed to get signed URL from server',
    cancelled: 'Upload cancelled',
    poolDestroyed: 'Worker pool is destroyed',
    workerCrashed: 'Worker crashed',
    noParts: 'No parts uploaded',
    failed: 'Upload failed',
    interrupted: 'Upload was interrupted due to page refresh or connection loss.',
    completedState: 'Upload completed',
    cancelledState: 'Cancelled by user',
  })
  expect(validationFailed(['one'])).toBe('Validation failed: one')
  expect(validationFailed(['one', 'two', 'three'])).toBe('Validation failed: one, two, three')
  expect(chunksFailed(3)).toBe('3 chunks failed')
  expect(cleanupFailed('no connection')).toBe('Cleanup failed: no connection')
})

test('file checks', () => {
  const { extensionNotAllowed, nameHasInvalidCharacters, keptOnly, ...sentences } = messages.file
  expect(sentences).toEqual({
    tooLarge: 'File size exceeds maximum limit of 40GB',
    tooSmall: 'File size is below minimum limit of 1KB',
    nameRequired: 'File name is required',
    nameTooLong: 'File name is too long (max 255 characters)',
    nameHasSpaces: 'File name cannot contain spaces',
    extensionRequired: 'File must have an extension',
    tooManyDots: 'File name cannot have more than 2 dots characters',
  })
  expect(extensionNotAllowed('jpg')).toBe("File extension 'jpg' is not allowed")
  expect(keptOnly('mar')).toContain('the .mar format is not public')
  expect(nameHasInvalidCharacters(['#', 'ä'])).toBe('File name contains invalid characters: # ä')
})

test('sign-in: a foreign state is told in the words clients look for', () => {
  expect(messages.identity.invalidState).toBe('Invalid state')
})

test.each(['loginFailed', 'timeout', 'popupClosed', 'missingRefreshToken', 'loginRequired'] as const)(
  'sign-in has a sentence for %s of its own',
  (key) => {
    const sentences = Object.values(messages.identity)
    expect(sentences.filter((sentence) => sentence === messages.identity[key])).toHaveLength(1)
    expect(messages.identity[key]).toMatch(/^[A-Z][a-z ]+$/)
  },
)

test('the organisation that stands in where none can be fetched', () => {
  expect(messages.defaultOrganization).toEqual({ id: 'default-org-id', name: 'Default Organization' })
})
