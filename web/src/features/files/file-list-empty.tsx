import { EmptyState } from '../../ui/empty-state.tsx'
import { Upload } from '../../ui/icons.ts'
import { NothingFound } from '../../ui/nothing-found.tsx'
import { type FilterChange, fileList, type ListFilter } from './list-filter.ts'
import { words } from './words.ts'

interface FileListEmptyProps {
  filter: ListFilter
  onChange: (change: FilterChange) => void
}

export function FileListEmpty({ filter, onChange }: FileListEmptyProps) {
  const { empty } = words
  if (fileList.isFiltered(filter)) {
    return (
      <NothingFound action={empty.clear} onClear={() => onChange(fileList.unfiltered)}>
        {empty.nothingFound}
      </NothingFound>
    )
  }
  return (
    <EmptyState icon={Upload} title={empty.title}>
      {empty.text}
    </EmptyState>
  )
}
