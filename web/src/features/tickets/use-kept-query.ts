export { useKeptQuery } from '../../lib/use-kept-query.ts'
