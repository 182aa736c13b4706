import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { useDeleteTerm, useUses } from './queries.ts'
import type { Term, Vocabulary } from './vocabulary.ts'
import { words } from './words.ts'

interface DeleteTermDialogProps {
  vocabulary: Vocabulary
  term: Term
  onClose: () => void
}

export function DeleteTermDialog({ vocabulary, term, onClose }: DeleteTermDialogProps) {
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
