import { pixelSizeLimits } from './limits.ts'

/** Every sentence of the error catalogue that the browser shows or that several places must word alike. */
export const messages = {
  somethingWentWrong: 'Something went wrong, Please try again!',

  pixelSize: `A pixel size is between ${pixelSizeLimits.min} and ${pixelSizeLimits.max} µm.`,

  qcOverride: {
    updateFailed: (serverMessage: string) =>
      `Failed to update QC job status. Server message: ${serverMessage}`,
    createFailed: (serverMessage: string) =>
      `Failed to create inference job. Server message: ${serverMessage}`,
    stateFailed: (serverMessage: string) =>
      `Failed to update inference job state. Server message: ${serverMessage}`,
  },

  upload: {
    signedUrlFailed: 'Failed to get signed URL from server',
    cancelled: 'Upload cancelled',
    poolDestroyed: 'Worker pool is destroyed',
    workerCrashed: 'Worker crashed',
    validationFailed: (errors: readonly string[]) => `Validation failed: ${errors.join(', ')}`,
    noParts: 'No parts uploaded',
    chunksFailed: (count: number) => `${count} chunks failed`,
    failed: 'Upload failed',
    interrupted: 'Upload was interrupted due to page refresh or connection loss.',
    cleanupFailed: (reason: string) => `Cleanup failed: ${reason}`,
    completedState: 'Upload completed',
    cancelledState: 'Cancelled by user',
  },

  file: {
    tooLarge: 'File size exceeds maximum limit of 40GB',
    tooSmall: 'File size is below minimum limit of 1KB',
    extensionNotAllowed: (extension: string) => `File extension '${extension}' is not allowed`,
    nameRequired: 'File name is required',
    nameTooLong: 'File name is too long (max 255 characters)',
    nameHasSpaces: 'File name cannot contain spaces',
    nameHasInvalidCharacters: (characters: readonly string[]) =>
      `File name contains invalid characters: ${characters.join(' ')}`,
    extensionRequired: 'File must have an extension',
    tooManyDots: 'File name cannot have more than 2 dots characters',
    keptOnly: (extension: string) =>
      `This file will be stored, but probably can’t be viewed: the .${extension} format is not public. After the upload you will see what was found in it. To view the slide, export it as OME-TIFF or SVS from the scanner’s software.`,
  },

  identity: {
    loginFailed: 'Login failed',
    invalidState: 'Invalid state',
    timeout: 'Timeout',
    popupClosed: 'Popup closed',
    missingRefreshToken: 'Missing refresh token',
    loginRequired: 'Login required',
  },

  defaultOrganization: { id: 'default-org-id', name: 'Default Organization' },
} as const
