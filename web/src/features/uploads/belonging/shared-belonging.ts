import type { Belonging } from '../../../engine/uploads/upload-api.ts'

/** What all of them have; undefined where they differ. */
export type SharedBelonging = { readonly [Field in keyof Belonging]: Belonging[Field] | undefined }

export function sharedBelonging(drafts: readonly Belonging[]): SharedBelonging {
  const shared = (field: keyof Belonging) => {
    const first = drafts[0]?.[field]
    return drafts.every((draft) => draft[field] === first) ? first : undefined
  }
  return { projectId: shared('projectId'), tissueId: shared('tissueId'), stainerId: shared('stainerId') }
}
