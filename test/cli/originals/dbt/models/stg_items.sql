{{ config(alias='items') }}
select * from {{ source('raw', 'items') }}
