{{ config(alias='customers') }}
select * from {{ source('raw', 'customers') }}
