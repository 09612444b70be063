import { defineResource } from '../kit/define-resource.ts'
import { sql } from '../kit/sql/sql-text.ts'
import { createFileList, deleteFileList, updateFileList } from './mutations.ts'
import * as queries from './queries.ts'
import { fileLists, syncedFileLists } from './table.ts'

export const fileListResource = defineResource({
  noun: 'fileList',
  names: sql`select id, name from file_lists`,
  synced: syncedFileLists,
  mutations: [createFileList, updateFileList, deleteFileList],
  queries,
  list: {
    path: '/files',
    orderBy: fileLists.name,
    search: [fileLists.name],
    notFound: 'ERR_NOT_FOUND',
    envelope: 'files',
  },
  example: () => ({
    one: { name: 'Catálogos', message: 'Segue' },
    another: { name: 'Tabelas', message: 'Segue a tabela' },
    change: { name: 'Tabelas' },
  }),
})
