export { useFieldInsert } from '../../../lib/use-field-insert.ts'
