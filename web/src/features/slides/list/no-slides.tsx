import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { usePermission } from '../../../lib/session/session-context.tsx'
import { Microscope, Trash2 } from '../../../ui/frame/icons.ts'
import { EmptyState } from '../../../ui/state/empty-state.tsx'
import { NothingFound } from '../../../ui/state/nothing-found.tsx'
import { words } from '../words.ts'
import { allSlides, type PlaceChange, type Scope, type SlidePlace, slideList } from './place.ts'

interface NoSlidesProps {
  place: SlidePlace
  change: (change: PlaceChange) => void
  scope: Scope
  isArchived: boolean
  upload: ReactNode
}

/** In place of the list where there is nothing to list. */
export function NoSlides({ place, change, scope, isArchived, upload }: NoSlidesProps) {
  const { empty } = words
  const mayUpload = usePermission('upload:files')
  if (slideList.isFiltered(place)) {
    return (
      <NothingFound action={empty.clear} onClear={() => change(slideList.unfiltered)}>
        {empty.nothingFound}
      </NothingFound>
    )
  }
  if (place.deleted) {
    const back = (
      <Button variant="outlined" onClick={() => change({ deleted: false })}>
        {empty.showActive}
      </Button>
    )
    return (
      <EmptyState icon={Trash2} title={empty.deletedTitle} action={back}>
        {empty.deletedText}
      </EmptyState>
    )
  }
  const isUnsorted = scope === null
  const title = scope === allSlides ? empty.allTitle : isUnsorted ? empty.unsortedTitle : empty.title
  const text = isArchived ? empty.archivedText : mayUpload ? empty.text : empty.guestText
  return (
    <EmptyState icon={Microscope} title={title} action={!isArchived && mayUpload && upload}>
      {isUnsorted ? empty.unsortedText : text}
    </EmptyState>
  )
}
