import { type ReactNode, useState } from 'react'
import { usePermission } from '../../lib/session/session-context.tsx'
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx'
import { Combine, Pencil, Trash2 } from '../../ui/frame/icons.ts'
import type { RowAction } from '../../ui/list/row-menu.tsx'
import { permissionReason } from '../../ui/text/permission-reason.ts'
import { showToast } from '../../ui/toast/toast-store.ts'
import { MergeTermDialog } from './merge-term-dialog.tsx'
import { useDeleteTerm, useUses } from './queries.ts'
import { TermDialog } from './term-dialog.tsx'
import type { Term, Vocabulary } from './vocabulary.ts'
import { words } from './words.ts'

export interface TermActions {
  menuOf: (term: Term) => RowAction[]
  /** To be rendered by whoever offers the actions. */
  dialogs: ReactNode
}

type Opened = { dialog: 'edit' | 'merge' | 'delete'; term: Term } | null

export function useTermActions(vocabulary: Vocabulary): TermActions {
  const [opened, setOpened] = useState<Opened>(null)
  const { permissions, words: own } = vocabulary
  const mayUpdate = usePermission(permissions.update)
  const mayDelete = usePermission(permissions.delete)
  const updateReason = mayUpdate ? undefined : permissionReason(permissions.update, own.deeds.update)
  const deleteReason = mayDelete ? undefined : permissionReason(permissions.delete, own.deeds.delete)
  const dialog = { vocabulary, onClose: () => setOpened(null) }
  return {
    menuOf: (term) => [
      {
        label: words.actions.edit,
        icon: <Pencil size={18} aria-hidden />,
        reason: updateReason,
        run: () => setOpened({ dialog: 'edit', term }),
      },
      {
        label: words.actions.merge,
        icon: <Combine size={18} aria-hidden />,
        reason: updateReason,
        run: () => setOpened({ dialog: 'merge', term }),
      },
      {
        label: words.actions.delete,
        icon: <Trash2 size={18} aria-hidden />,
        danger: true,
        reason: deleteReason,
        run: () => setOpened({ dialog: 'delete', term }),
      },
    ],
    dialogs: (
      <>
        {opened?.dialog === 'edit' && <TermDialog {...dialog} term={opened.term} />}
        {opened?.dialog === 'merge' && <MergeTermDialog {...dialog} term={opened.term} />}
        {opened?.dialog === 'delete' && <DeleteTermDialog {...dialog} term={opened.term} />}
      </>
    ),
  }
}

interface DeleteTermDialogProps {
  vocabulary: Vocabulary
  term: Term
  onClose: () => void
}

function DeleteTermDialog({ vocabulary, term, onClose }: DeleteTermDialogProps) {
  const remove = useDeleteTerm(vocabulary)
  const uses = useUses(vocabulary, term)
  const { delete: own } = vocabulary.words
  return (
    <ConfirmDialog
      title={own.title}
      confirmLabel={own.confirm}
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(term, {
          onSuccess: () => {
            showToast(words.done.deleted(term.name))
            onClose()
          },
        })
      }
    >
      <strong>
        <bdi>{term.name}</bdi>
      </strong>{' '}
      {own.text(uses)}
    </ConfirmDialog>
  )
}
