"""The HTTP interface of ClickHouse in front of the engine of the Python package chdb-core, for tests.

Every request has a connection of its own. What is not in the engine of that package is done here: the account, the ending of queries
by their ids, and the form in which a failure after the first rows is told. The account "limited", of the same password, has a profile of
settings that leave out rows, guess or remember. Arguments: folder, user, password. Prints its port.
"""
import json, sys, threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit
import chdb

folder, user, password = sys.argv[1:4]
not_settings = {'query_id', 'database', 'default_format', 'wait_end_of_query', 'http_write_exception_in_output_format'}
status_of = {'516': 403, '497': 403, '81': 404, '60': 404, '159': 504}
profiles = {user: {}, 'limited': {
    'max_rows_to_read': '100000', 'read_overflow_mode': 'break', 'max_rows_to_group_by': '1000', 'group_by_overflow_mode': 'any',
    'count_distinct_implementation': 'uniq', 'transform_null_in': '1', 'empty_result_for_aggregation_by_empty_set': '1'}}
keep = chdb.connect(folder)

class Front(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def log_message(self, *_): pass

    def do_POST(self):
        search = dict(parse_qsl(urlsplit(self.path).query, keep_blank_values=True))
        sql = self.rfile.read(int(self.headers.get('Content-Length', '0'))).decode('utf8')
        self.profile = profiles.get(self.headers.get('X-ClickHouse-User'))
        if self.profile is None or self.headers.get('X-ClickHouse-Key') != password:
            return self.refuse('Code: 516. DB::Exception: %s: Authentication failed. (AUTHENTICATION_FAILED)' % user)
        connection = chdb.connect(folder)
        try:
            self.answer(connection, sql, search)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True
        except Exception as error:
            self.refuse(str(error))
        finally:
            connection.close()

    def answer(self, connection, sql, search):
        if sql.startswith('kill query where query_id = '):
            sql = "kill query where query like '%%assay-id:%s%%' and query not ilike 'kill%%' async" % sql.split("'")[1]
        database = search.get('database')
        settings = [(name, value) for name, value in search.items() if name not in not_settings and not name.startswith('param_')]
        if database: connection.query('use `%s`' % database.replace('\\', '\\\\').replace('`', '``'))
        for name, value in self.profile.items():
            connection.query("set %s = '%s'" % (name, value))
        for name, value in sorted(settings, key=lambda one: one[0] == 'readonly'):
            connection.query("set %s = '%s'" % (name, value))
        params = {name[6:]: value for name, value in search.items() if name.startswith('param_')}
        marked = '/* assay-id:%s */ %s' % (search.get('query_id', ''), sql)
        if sql.lower().startswith('kill') or not search.get('readonly'):
            body = str(connection.query(marked, search.get('default_format', 'TabSeparated'), params=params)).encode('utf8')
            self.begin()
            return self.end(body)
        self.stream(
            connection.send_query(marked, search['default_format'], params=params),
            lambda: str(connection.query(marked, search['default_format'], params=params)).encode('utf8'))

    def stream(self, result, again):
        """Each block of the engine begins with names and types, and an answer without rows has no block."""
        begun = False
        try:
            while True:
                block = result.fetch()
                data = None if block is None else block.bytes()
                if not data: break
                if begun: data = data.split(b'\n', 2)[2]
                else: self.begin()
                begun = True
                if data: self.chunk(data)
        except (BrokenPipeError, ConnectionResetError):
            result.cancel()
            raise
        except Exception as error:
            if not begun: raise
            self.chunk(b'__exception__\r\n' + str(error).encode('utf8') + b'\r\n__exception__\r\n')
            self.close_connection = True
            return
        if begun: return self.end(b'')
        data = again()
        self.begin()
        self.end(data)

    def begin(self):
        self.send_response(200)
        self.send_header('Transfer-Encoding', 'chunked')
        self.end_headers()

    def chunk(self, data):
        self.wfile.write(b'%x\r\n%s\r\n' % (len(data), data))
        self.wfile.flush()

    def end(self, data):
        if data: self.chunk(data)
        self.wfile.write(b'0\r\n\r\n')
        self.wfile.flush()

    def refuse(self, text):
        code = text.split('Code: ')[1].split('.')[0] if 'Code: ' in text else '0'
        body = text.encode('utf8')
        self.send_response(status_of.get(code, 500))
        self.send_header('X-ClickHouse-Exception-Code', code)
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

server = Server(('127.0.0.1', 0), Front)
print(server.server_address[1], flush=True)
threading.Thread(target=lambda: (sys.stdin.read(), server.shutdown()), daemon=True).start()
server.serve_forever()
