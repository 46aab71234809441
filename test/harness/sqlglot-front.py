"""Translates SQL of other engines to that of DuckDB, by sqlglot: a line of JSON in, a line of JSON out."""

import json
import sys

import sqlglot
from sqlglot import exp


def translated(sql, dialect, values):
    tree = sqlglot.parse_one(sql, dialect=dialect, error_level=sqlglot.ErrorLevel.RAISE)
    unknown = {node.name.lower() for node in tree.find_all(exp.Anonymous)}

    def own(node):
        # DuckDB compares texts by their bytes, which is what the collation asks for.
        if isinstance(node, exp.Collate):
            return node.this
        if isinstance(node, exp.Parameter) and node.name in values:
            return exp.Literal.string(values[node.name])
        return node

    return tree.transform(own).sql(dialect="duckdb"), sorted(unknown)


for line in sys.stdin:
    asked = json.loads(line)
    try:
        sql, unknown = translated(asked["sql"], asked["dialect"], asked.get("values", {}))
        answer = {"sql": sql, "unknown": unknown}
    except Exception as error:
        answer = {"error": str(error)}
    print(json.dumps(answer), flush=True)
