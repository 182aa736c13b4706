/** What nobody needs any more. */
export const purgeableKinds = {
  deleted_slides: 'Deleted slides',
  exports: 'Exported regions',
  unreadable_files: 'Files that could not be read',
  superseded_outputs: 'Outputs that a newer run replaced',
  unfinished_uploads: 'Unfinished uploads',
} as const
export type PurgeableKind = keyof typeof purgeableKinds
export const purgeableKindKeys = Object.keys(purgeableKinds) as [PurgeableKind, ...PurgeableKind[]]
