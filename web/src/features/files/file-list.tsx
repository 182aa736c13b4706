import { type File, fileStatusOf } from '@cresyl/contract/files/files'
import { jobHash } from '@cresyl/contract/operations/jobs'
import { usePermission } from '../../lib/session/session-context.tsx'
import { useListAddress } from '../../ui/address/use-address.ts'
import { Upload } from '../../ui/frame/icons.ts'
import { useNarrow } from '../../ui/frame/use-narrow.ts'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { NoAccess } from '../../ui/state/no-access.tsx'
import { NothingFound } from '../../ui/state/nothing-found.tsx'
import { FileDrawer } from './file-drawer.tsx'
import { FileRows } from './file-rows.tsx'
import type { FileStanding } from './file-state.tsx'
import { FileToolbar } from './file-toolbar.tsx'
import { type FilterChange, fileList, type ListFilter } from './list-filter.ts'
import { useFiles, useReadingJobs } from './queries.ts'
import { sendingOf } from './sending.ts'
import { FileActionsContext, useFileActions } from './use-file-actions.tsx'
import { useOpenedFile } from './use-opened-file.ts'
import { useTabUploads } from './use-tab-uploads.ts'
import { words } from './words.ts'

interface FileListProps {
  /** Files that this tab is sending: what it shows of them elsewhere is not repeated here. */
  sentHere?: ReadonlySet<string>
  /** Where a job with its log is shown: an address of the app, or a fragment over this page. */
  jobHref?: (jobId: string) => string
}

const rowShape = { rows: 8, wide: 61, narrow: 96, lines: 1 } as const
const none: ReadonlySet<string> = new Set()

/** The files of the organisation: searched, filtered, sorted, in pages; one of them in full beside them. */
export function FileList(props: FileListProps) {
  const mayRead = usePermission('read:files')
  const { title, text, deed } = words.noAccess
  if (!mayRead) return <NoAccess title={title} text={text} permission="read:files" deed={deed} />
  return <ReadableFiles {...props} />
}

function ReadableFiles({ sentHere = none, jobHref = jobHash }: FileListProps) {
  const { filter, change, turnTo } = useListAddress(fileList)
  const query = useFiles(filter)
  const narrow = useNarrow('lg')
  const tabUploads = useTabUploads()
  const whoSends = (fileId: string) => sendingOf(fileId, sentHere, tabUploads)
  const actions = useFileActions(whoSends)
  const { openedId, close } = useOpenedFile()
  const shown = query.data?.results ?? []
  const jobs = useReadingJobs(shown.some((file) => fileStatusOf(file) === 'reading'))
  const standingOf = (file: File): FileStanding => ({
    file,
    job: file.job_id === null ? undefined : jobs.get(file.job_id),
    sending: whoSends(file.id),
  })
  return (
    <section aria-label={words.list.label}>
      <FileToolbar filter={filter} onChange={change} withSort={narrow} />
      <PagedList
        query={query}
        page={filter.page}
        turnTo={turnTo}
        words={words.list}
        shape={rowShape}
        empty={<FileListEmpty filter={filter} onChange={change} />}
      >
        {(files, busy) => (
          <FileActionsContext value={actions}>
            <FileRows
              standings={files.map(standingOf)}
              busy={busy}
              ordering={filter.ordering}
              onOrder={(ordering) => change({ ordering })}
            />
          </FileActionsContext>
        )}
      </PagedList>
      {openedId !== null && (
        <FileDrawer
          key={openedId}
          id={openedId}
          known={shown.find(({ id }) => id === openedId)}
          actions={actions}
          whoSends={whoSends}
          jobHref={jobHref}
          onClose={close}
        />
      )}
      {actions.dialogs}
    </section>
  )
}

interface FileListEmptyProps {
  filter: ListFilter
  onChange: (change: FilterChange) => void
}

function FileListEmpty({ filter, onChange }: FileListEmptyProps) {
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
