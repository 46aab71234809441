"""Translates SQL of other engines to that of DuckDB, by sqlglot: a line of JSON in, a line of JSON out."""

import json
import sys

import sqlglot
from sqlglot import exp


def is_text(node):
    """What is joined with `+` in T-SQL; numbers are never written like this."""
    if isinstance(node, exp.Paren):
        return is_text(node.this)
    return isinstance(node, (exp.Chr, exp.DPipe)) or (isinstance(node, exp.Literal) and node.is_string)


def own(node, values):
    """What the translator leaves as it is although DuckDB writes it otherwise; None for what needs no change."""
    # DuckDB compares texts by their bytes, which is what the collations ask for.
    if isinstance(node, exp.Collate):
        return node.this
    if isinstance(node, exp.National):
        return exp.Literal.string(node.name)
    # A statement that is only described has no values yet.
    if isinstance(node, exp.Parameter):
        return exp.Literal.string(values.get(node.name, ""))
    # The translator forgets that a division binds more than the bits of a number.
    if isinstance(node, exp.BitwiseAnd):
        return exp.Paren(this=node.copy())
    if isinstance(node, exp.Add) and (is_text(node.this) or is_text(node.expression)):
        return exp.DPipe(this=node.this, expression=node.expression)
    if isinstance(node, exp.DataType) and node.is_type("text", "varchar", "nvarchar"):
        return exp.DataType.build("text")
    # It has 38 digits behind the point; DuckDB has 38 in all, of which the translator would leave five there.
    if isinstance(node, exp.DataType) and node.is_type("bigdecimal") and not node.expressions:
        return exp.DataType.build("decimal(38, 18)", dialect="duckdb")
    # float has 64 bits in T-SQL.
    if isinstance(node, exp.DataType) and node.is_type("float"):
        return exp.DataType.build("double")
    if isinstance(node, exp.Placeholder) and node.this:
        return exp.Literal.string(values.get(node.name, ""))
    if isinstance(node, exp.Anonymous) and node.name.lower() == "datalength":
        return exp.Anonymous(this="strlen", expressions=node.expressions)
    return None


UNITS = {"YYYY": "year", "Q": "quarter", "MM": "month", "IW": "week", "DD": "day", "HH24": "hour"}


def own_of_oracle(node):
    """The same for what only Oracle writes."""
    if isinstance(node, exp.ToChar) and node.args.get("format"):
        return exp.cast(node.this, "text")
    if isinstance(node, exp.StrToTime) and node.args["format"].name.endswith("FF9"):
        return exp.cast(node.this, "timestamp")
    # DuckDB would keep nanoseconds of it, which have no year 9999.
    if isinstance(node, exp.DataType) and node.is_type("timestamp") and node.expressions:
        return exp.DataType.build("timestamp")
    if isinstance(node, exp.DateTrunc) and node.unit.name in UNITS:
        return exp.DateTrunc(this=node.this, unit=exp.Literal.string(UNITS[node.unit.name]))
    # Of a span of time DuckDB tells whole seconds.
    if isinstance(node, exp.Extract) and node.this.name.lower() == "second":
        micros = exp.Extract(this=exp.var("microseconds"), expression=node.expression)
        return exp.Paren(this=exp.Div(this=micros, expression=exp.Literal.number("1e6")))
    if isinstance(node, exp.Replace) and not node.args.get("replacement"):
        return exp.Replace(this=node.this, expression=node.expression, replacement=exp.Literal.string(""))
    if isinstance(node, exp.Anonymous) and node.name.lower() == "to_binary_double":
        return exp.cast(node.expressions[0], "double")
    if isinstance(node, exp.Anonymous) and node.name.lower() == "ora_hash":
        value, most, seed = node.expressions
        hashed = exp.Anonymous(this="hash", expressions=[value, seed])
        return exp.Paren(this=exp.BitwiseAnd(this=hashed, expression=most))
    return None


def place(tree, values):
    """Puts values into the places of parameters without names, which count in the order of the text."""
    for node, value in zip(list(tree.find_all(exp.Placeholder, bfs=False)), values):
        node.replace(exp.Literal.string(value))


def refusal(tree, dialect):
    """Why a server would refuse what the grammar takes, by its documentation; None for what is not known to be refused."""
    if dialect == "tsql":
        if any(function.find(exp.Select) for function in tree.find_all(exp.AggFunc)):
            return "an aggregate function takes no subquery"
        if any(named.parent is not tree for named in tree.find_all(exp.With)):
            return "a common table expression stands at the beginning of a statement"
        inner = [order.parent for order in tree.find_all(exp.Order) if isinstance(order.parent, exp.Select)]
        if any(select is not tree and not (select.args.get("limit") or select.args.get("offset")) for select in inner):
            return "an inner select has no order without TOP or OFFSET"
    if dialect == "bigquery":
        queries = [node.args["query"].find(exp.Select) for node in tree.find_all(exp.In) if node.args.get("query")]
        if any(len(query.expressions) != 1 for query in queries):
            return "a query behind IN has one column"
    return None


def translated(sql, dialect, values):
    tree = sqlglot.parse_one(sql, dialect=dialect, error_level=sqlglot.ErrorLevel.RAISE)
    reason = refusal(tree, dialect)
    if reason is not None:
        raise ValueError(reason)
    unknown = {node.name.lower() for node in tree.find_all(exp.Anonymous)}
    if isinstance(values, list):
        place(tree, values)
        values = {}
    # From the leaves up, so that what stands inside of a changed part is changed already.
    for node in reversed(list(tree.bfs())):
        changed = own(node, values)
        if changed is None and dialect == "oracle":
            changed = own_of_oracle(node)
        if changed is not None:
            node.replace(changed)
    return tree.sql(dialect="duckdb"), sorted(unknown)


for line in sys.stdin:
    asked = json.loads(line)
    try:
        sql, unknown = translated(asked["sql"], asked["dialect"], asked.get("values", {}))
        answer = {"sql": sql, "unknown": unknown}
    except Exception as error:
        answer = {"error": str(error)}
    print(json.dumps(answer), flush=True)
